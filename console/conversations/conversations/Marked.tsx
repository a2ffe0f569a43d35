import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { type Known, partsOf } from './known.ts'
import { webLinksIn } from './web-links.ts'

/** A text in which what is known is marked, with its words, and a web address leads to a page that names its host. */
export const Marked = ({ text, known }: { text: string; known: Known }) =>
  webLinksIn(text).map(({ part, to }, at) =>
    to === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
      <Fragment key={at}>{marked(part, known)}</Fragment>
    ) : (
      <Anchor
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
        key={at}
        inherit
        underline="always"
        c="inherit"
        renderRoot={(props) => (
          <Link
            {...props}
            to="/dashboard/leave"
            search={{ to }}
            preload={false}
            target="_blank"
            rel="noopener noreferrer"
          />
        )}
      >
        {part}
      </Anchor>
    ),
  )

const marked = (text: string, known: Known) =>
  partsOf(text, known).map(({ part, words }, at) =>
    words === undefined ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
      <mark key={at} title={words}>
        {part}
      </mark>
    ),
  )
