#!/bin/bash
# kubelet sets these for the whole machine, and ends where it can't. It sees files that hold what it wants; the machine stays as it is.
set -eu

mount --make-private /proc
want() {
  local file="$NODE_DIR/sys/${1//\//.}"
  mkdir -p "$NODE_DIR/sys"
  printf %s "$2" >"$file"
  mount --bind "$file" "/proc/sys/$1"
}
want vm/overcommit_memory 1
want vm/panic_on_oom 0
want kernel/panic 10
want kernel/panic_on_oops 1
want kernel/keys/root_maxkeys 1000000
want kernel/keys/root_maxbytes 25000000

exec "$@"
