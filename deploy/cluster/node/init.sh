#!/bin/bash
# Process 1 of the node, in network, mount and process namespaces of its own. It starts the programs of $NODE_DIR/args, and starts each
# again when it ends. With this process all of them end.
set -u

# kubelet and containerd must see each other's mounts; nothing leaves this namespace.
mount --make-rshared /
# The places where kubelet and the network plugins keep their state are fixed.
for name in kubelet cni; do
  mkdir -p "$NODE_DIR/var/$name" "/var/lib/$name"
  mount --bind "$NODE_DIR/var/$name" "/var/lib/$name"
done
# Whoever enters the namespaces calls Services by their names, as pods do.
mount --bind "$NODE_DIR/resolv.conf" /etc/resolv.conf

keep() {
  local -a words
  mapfile -t words <"$NODE_DIR/args/$1"
  while :; do
    "${words[@]}" >>"$NODE_DIR/log/$1.log" 2>&1
    echo "$(date +%T) $1 ended with $?" >>"$NODE_DIR/log/node.log"
    sleep 1
  done
}

for file in "$NODE_DIR"/args/*; do
  keep "$(basename "$file")" &
done
while :; do
  wait
  sleep 1
done
