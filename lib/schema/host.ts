const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]]*)(?::\d*)?$/;

/** The lower-case name in a `Host` header, without its port; IPv6 addresses keep their brackets. Empty for what is no host. */
export function hostNameOf(host: string): string {
  return HOST.exec(host.trim().toLowerCase())?.[1] ?? "";
}
