#compdef croupier
# zsh completion of croupier; made by `croupier completion zsh`
local -a found=("${(@f)$(croupier completion words -- "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
found=("${(@)found//:/\\:}")
found=("${(@)found/$'\t'/:}")
[[ -n $found ]] && _describe croupier found && return
[[ $PREFIX == -*=* ]] && compset -P '*='
_files
