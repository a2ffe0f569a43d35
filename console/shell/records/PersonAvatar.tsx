import { Avatar } from '@mantine/core'
import { useEnvironment } from '../../data/backend.tsx'
import { fillAddress } from '../../format/address.ts'
import { initials } from '../../format/words.ts'

/** A person's picture from storage (FMT-13); their initials without one. */
export function PersonAvatar({ uid, name, size }: { uid: string; name: string | null; size: number }) {
  const { links } = useEnvironment()
  const src = links.storage ? fillAddress(links.storage, { path: `ProfileImages/${uid}` }) : null
  return (
    <Avatar
      src={src}
      // A list may have hundreds: load only the visible ones.
      imageProps={{ loading: 'lazy', decoding: 'async' }}
      alt=""
      size={size}
      radius="xl"
      color="gray"
      variant="light"
    >
      {initials(name)}
    </Avatar>
  )
}
