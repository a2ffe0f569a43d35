import { IconPhotoOff } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import { useEnvironment } from '../../data/backend.tsx'
import { pictureAddress } from '../../format/address.ts'
import classes from './cells.module.css'

/** A picture from storage (FMT-14); an icon if there is none or it does not load. */
export function Thumbnail(props: {
  path: string | null | undefined
  size?: number
  /** Loads the picture before it is visible. */
  eager?: boolean
}) {
  const { path, size = 130, eager = false } = props
  const { links } = useEnvironment()
  const src = pictureAddress(links.storage, path)
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className={classes.thumbnail} style={{ '--size': `${size}px` } as CSSProperties}>
      {src && src !== broken ? (
        <img
          src={src}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        <IconPhotoOff size={size > 80 ? 32 : 20} stroke={1.5} aria-hidden data-missing-picture />
      )}
    </span>
  )
}
