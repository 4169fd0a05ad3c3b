/** The lower-case name in a `Host` header, without its port; IPv6 addresses keep their brackets. */
export function hostNameOf(host: string): string {
  const text = host.trim().toLowerCase();
  if (text.startsWith("[")) return text.slice(0, text.indexOf("]") + 1);
  const colon = text.indexOf(":");
  return colon === -1 ? text : text.slice(0, colon);
}
