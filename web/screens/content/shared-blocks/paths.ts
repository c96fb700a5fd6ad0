/** The addresses of shared blocks. */
export function sharedBlockPaths(clientId: string) {
  const list = `/${clientId}/content/shared-blocks`;
  return { list, create: `${list}/new`, edit: (name: string) => `${list}/edit/${encodeURIComponent(name)}` };
}
