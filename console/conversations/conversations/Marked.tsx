import { type Known, partsOf } from './known.ts'

/** A text in which what is known is marked, with its words. */
export const Marked = ({ text, known }: { text: string; known: Known }) =>
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
