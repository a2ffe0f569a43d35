/** A stored picture. */
export interface Image {
  type: string
  bytes: Buffer | string
}

/** The store of profile images (`ProfileImages/{uid}`) and listing pictures. */
export interface Images {
  /** The picture under a path, or undefined when there is none. */
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
