# For scripts that build and run the image (`source test/package/engine.sh`, from the project's folder): a Docker engine where there is one; else podman,
# buildah and runc, on a base image made here from Debian's packages and npm's Node. Exit code 77 where there is neither.
# Sets work (a folder that is removed at the end) and cache; gives engine, build_image, start_options, alone_options (no network), has_engine, say and fail.
work=$(mktemp -d "${TMPDIR:-/tmp}/image.XXXXXX")
cache=${IMAGE_CACHE:-$PWD/.cache/image}
mkdir -p "$cache"
# The machine's own Node may be older than what packages and their tests need.
PATH="$(.ci/node-folder 24):$PATH"

say() { echo "== $*"; }
fail() { echo "FAILED: $*"; exit 1; }

if docker version --format '{{.Server.Version}}' >/dev/null 2>&1; then
  has_engine=yes
  start_options=()
  alone_options=(--network none)
  engine() { docker "$@"; }
  # Builds the Dockerfile of a folder: build_image FOLDER TAG.
  build_image() { docker build -q -t "$2" "$1" >/dev/null; }
else
  for command in podman buildah runc debootstrap; do
    command -v "$command" >/dev/null || { echo "neither a Docker engine nor $command is here: apt-get install podman buildah runc debootstrap"; rm -rf "$work"; exit 77; }
  done
  has_engine=no
  # There may be no network to publish a port through, and podman's health checks need systemd.
  start_options=(--network host --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 --no-healthcheck)
  alone_options=(--network none --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 --no-healthcheck)
  storage=(--root "$cache/storage" --runroot "$cache/run" --storage-driver overlay)
  engine() {
    case $1 in
      run) shift; podman "${storage[@]}" --runtime runc --cgroup-manager cgroupfs run "$@" ;;
      *) podman "${storage[@]}" --runtime runc --cgroup-manager cgroupfs "$@" ;;
    esac
  }
  make_base() {
    local base=$1 root=$work/rootfs version=${1##*:}
    version=${version%%-*}
    debootstrap --variant=minbase --include=ca-certificates bookworm "$root" >"$work/debootstrap" 2>&1 || { tail -n 20 "$work/debootstrap"; fail "debootstrap"; }
    npm install --silent --ignore-scripts --no-save --prefix "$work/node" "node-$(node -p 'process.platform')-$(node -p 'process.arch')@$version" npm
    install -m 755 "$work"/node/node_modules/node-*/bin/node "$root/usr/local/bin/node"
    install -m 644 "$work"/node/node_modules/node-*/LICENSE "$root/usr/local/LICENSE"
    mkdir -p "$root/usr/local/lib/node_modules"
    cp -r "$work/node/node_modules/npm" "$root/usr/local/lib/node_modules/npm"
    ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
    chroot "$root" useradd --create-home --uid 1000 node
    # Slim images omit these files as well, and keep the licences.
    rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/{man,locale,info}/*
    find "$root/usr/share/doc" -type f ! -name copyright -delete
    # This machine's npm settings and trusted certificates.
    cp "$(npm config get userconfig 2>/dev/null)" "$root/root/.npmrc" 2>/dev/null || true
    [ ! -f "${NODE_EXTRA_CA_CERTS:-}" ] || install -D -m 644 "$NODE_EXTRA_CA_CERTS" "$root/etc/ssl/certs/machine.crt"
    tar -C "$root" -c . | podman "${storage[@]}" import --quiet --change 'CMD ["node"]' --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/machine.crt' - "$base" >/dev/null
    rm -rf "$root"
  }
  build_image() {
    local folder=$1 tag=$2 base
    base=docker.io/library/$(sed -n 's/^ARG NODE_IMAGE=//p' "$folder/Dockerfile")
    podman "${storage[@]}" image exists "$base" || { say "making the base image $base"; make_base "$base"; }
    cp "$folder/Dockerfile" "$work/Dockerfile"
    if grep -q -- --start-interval "$work/Dockerfile" && ! buildah config --help | grep -q start-interval; then
      say "this buildah does not know --start-interval: it is left out of this build"
      sed -i 's/ --start-interval=[^ ]*//' "$work/Dockerfile"
    fi
    buildah "${storage[@]}" bud --layers --isolation chroot --network host --format docker --pull-never -t "$tag" -f "$work/Dockerfile" "$folder" >"$work/build" 2>&1 || { tail -n 20 "$work/build"; fail "the build"; }
  }
fi

# What every script does at its end.
leave_engine() {
  if [ "$has_engine" = no ]; then
    # What an interrupted test or build leaves, its containers and its mount, would keep the cache from being deleted. All in this store is ours.
    engine rm -f --all >/dev/null 2>&1 || true
    buildah "${storage[@]}" rm --all >/dev/null 2>&1 || true
    umount "$cache/storage/overlay" 2>/dev/null || true
  fi
  rm -rf "$work"
}
