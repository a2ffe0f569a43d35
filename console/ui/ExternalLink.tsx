import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** A link out of the console. The new tab gets no referrer and no reference to this page. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" title="Opens in a new tab" inherit>
      {children}
      <IconExternalLink size={12} aria-hidden style={{ marginInlineStart: 4, verticalAlign: '-1px' }} />
    </Anchor>
  )
}
