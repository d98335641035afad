# fish completion of croupier; made by `croupier completion fish`
function __croupier_words
  set -l before (commandline -opc)
  set -l found (croupier completion words -- $before[2..-1] (commandline -ct | string collect -a) 2>/dev/null)
  set -q found[1]; or set found (__fish_complete_path (commandline -ct))
  printf '%s\n' $found
end
complete -c croupier -f -a '(__croupier_words)'
