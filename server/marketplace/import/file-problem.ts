/** A file or folder of an import or export that cannot be used. The message is one sentence for the operator. */
export class FileProblem extends Error {}

const reasons: Record<string, string> = {
  ENOENT: 'it does not exist: check the path',
  ENOTDIR: 'it is a file: give the folder that holds the NDJSON files',
  EISDIR: 'it is a folder: put a file in its place, or move it away',
  EACCES: 'this user may not open it: change its rights',
  EPERM: 'this user may not open it: change its rights',
  ENOSPC: 'the disk is full: free some space and ',
  EDQUOT: "the user's disk quota is used up: free some space and ",
}

/**
 * Turns an error of the file system into a FileProblem.
 * @param again what helps once a full disk has space
 */
export function fileProblem(
  path: string,
  error: unknown,
  how: 'read' | 'write',
  again = 'run the import again, it goes on from there',
): FileProblem {
  const { code = '', message } = error as NodeJS.ErrnoException
  const reason = reasons[code] ?? message
  return new FileProblem(`Cannot ${how} ${path}: ${reason.replace(/and $/, `and ${again}`)}.`)
}
