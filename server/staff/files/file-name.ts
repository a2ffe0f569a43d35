/** Characters of a cleaned name, without its ending. */
const maxLength = 120

/** Control characters, marks of direction, invisible characters, and what a file system or a shell reads in its own way. */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}"*:<>?|\\/`$]/gu

/**
 * A name for a file, of what its sender calls it: no path, nothing invisible, and the ending of its content, so that no program
 * takes it for something that it is not.
 */
export function fileName(given: string, ending: string | null): string {
  const last = given.split(/[\\/]/).findLast((part) => part.trim() !== '') ?? ''
  const plain = last.normalize('NFC').replaceAll(unfit, '').trim()
  const stem = (ending === null ? plain : plain.replace(/(\.[A-Za-z0-9]{1,5})+$/, ''))
    .replace(/^[.\s-]+/, '')
    .replace(/[.\s]+$/, '')
  const short = [...(stem || 'file')].slice(0, maxLength).join('')
  return ending === null ? short : `${short}.${ending}`
}
