BEGIN { exit }
