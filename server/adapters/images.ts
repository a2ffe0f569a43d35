/** A stored picture. */
export interface Image {
  type: string
  bytes: Buffer | string
}

/** The store of profile images (`ProfileImages/{uid}`) and listing pictures. */
export interface Images {
  /** The picture under a path, or undefined when there is none. Throws when the store does not answer. */
  read: (path: string) => Promise<Image | undefined>
}

/** The demo's store: draws every picture on request. */
export const drawnImages = (draw: (path: string) => string | undefined): Images => ({
  read: async (path) => {
    const bytes = draw(path)
    return bytes === undefined ? undefined : { type: 'image/svg+xml', bytes }
  },
})

/** No store: the console loads pictures from the address in links.storage. */
export const noImages: Images = { read: async () => undefined }

/** A larger picture is not read. In bytes. */
const maxBytes = 15_000_000
const timeout = 10_000

/**
 * The marketplace's own store, which the console loads pictures from.
 * @param template its address with `{path}`, as in links.storage. A row that names a picture elsewhere has none here: the server calls no
 *   address that a row chooses.
 */
export const storedImages = (template: string): Images => ({
  read: async (path) => {
    const [start = '', ...rest] = template.split('{path}')
    if (rest.length === 0 || !URL.canParse(start)) return undefined
    const address = /^https?:\/\//i.test(path)
      ? path
      : template.replace('{path}', path.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/'))
    if (!URL.canParse(address) || !new URL(address).href.startsWith(new URL(start).href)) return undefined
    const response = await fetch(address, { signal: AbortSignal.timeout(timeout), redirect: 'manual' })
    const type = response.headers.get('content-type') ?? ''
    // A busy store says so by 429 or 5xx, and has the picture later.
    if (response.status === 429 || response.status >= 500)
      throw new Error(`The store of pictures answers ${response.status}.`)
    const bytes = response.ok && type.startsWith('image/') ? await readAll(response) : undefined
    if (!bytes) await response.body?.cancel().catch(() => {})
    return bytes && { type, bytes }
  },
})

/** The body, or undefined when it is too large. */
async function readAll(response: Response): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > maxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
