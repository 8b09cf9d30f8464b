#!/bin/bash
# Makes the database of an empty volume, then becomes the server.
set -euo pipefail

if [ "$(id -u)" = 0 ]; then
  # New volumes belong to root.
  mkdir -p "$PGDATA"
  chown -R postgres:postgres "$PGDATA"
  exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  read -r -a more <<<"${POSTGRES_INITDB_ARGS:-}"
  initdb --username=postgres --auth=scram-sha-256 --pwfile="$POSTGRES_PASSWORD_FILE" "${more[@]}"
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
fi

exec "$@" -c listen_addresses='*'
