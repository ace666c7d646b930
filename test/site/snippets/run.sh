# Runs the shell snippets below the directory $1, each in a shell and in a directory of its own, and leaves there what it
# has printed and its exit code. The command line would start 200 times, so its words and its input are left too, and the
# test runs it in its own process; where it reads or writes a file, which is found from the directory, it starts here.
posthorn() {
  case " $* " in
    *' --file '* | *' --output '*) "$NODE" "$POSTHORN" "$@" ;;
    *)
      printf '%s\0' "$@" >words
      echo "$(</dev/stdin)" >input
      ;;
  esac
}

for directory in "$1"/*/; do
  (
    set -euo pipefail
    cd "$directory"
    . ./snippet.sh
  ) </dev/null >"$directory/out" 2>"$directory/err"
  echo $? >"$directory/code"
done
