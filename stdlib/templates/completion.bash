# bash completion of croupier; made by `croupier completion bash`
_croupier() {
  local words cur
  read -ra words <<< "${COMP_LINE:0:COMP_POINT}x" # x: the last word may be empty
  cur=${words[-1]%x}
  words[-1]=$cur
  mapfile -t COMPREPLY < <(croupier completion words -- "${words[@]:1}" 2>/dev/null | cut -f 1)
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  COMPREPLY=("${COMPREPLY[@]#"${cur%"${cur##*[:=]}"}"}") # bash splits at these
}
complete -o default -F _croupier croupier
