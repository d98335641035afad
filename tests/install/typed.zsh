# typed.zsh FUNCTIONS LINE: the line as it stands after Tab in a zsh at a
# terminal, with completions from the folder FUNCTIONS. Ctrl-X b writes the
# line to a file, so that no escape of the terminal has to be read.
zmodload zsh/zpty
file=$(mktemp) || exit 1
zpty shell "exec zsh -f -i"
zpty -w shell "fpath=(${(q)1} \$fpath); autoload -U compinit; compinit -D -u;
  keep() { print -rn -- \$BUFFER > ${(q)file}.new; mv ${(q)file}.new ${(q)file}.done };
  zle -N keep; bindkey '^Xb' keep; print ready"
await() { # until a command holds, for ten seconds
  local i
  for i in {1..500}; do
    zpty -r -t shell part && seen+=$part
    eval $1 && return
    sleep 0.02
  done
  print -r -- "nothing came: $seen"
  exit 1
}
seen= part=
await '[[ $seen == *$'\''\nready'\''* ]]'
zpty -w -n shell "$2"$'\t\x18b'
await '[[ -e $file.done ]]'
cat $file.done
rm -f $file $file.done
zpty -d shell
