import type { ReactNode } from 'react'
import { orNull } from '../../format/words.ts'
import { type Fact, FactList } from '../../ui/FactList.tsx'
import classes from './case-file.module.css'

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** A text with its bars: each is black, with its ground beside it. */
export function Barred({ children }: { children: string | null }) {
  const parts = orNull(children).split(/(█+ \[[^\]]+\])/)
  return (
    <bdi>
      {parts.map((part, at) => {
        const ground = /^█+ \[([^\]]+)\]$/.exec(part)?.[1]
        if (!ground) return part
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a printed text never changes its order.
          <span key={at}>
            <span className={classes.bar} aria-hidden>
              █████
            </span>{' '}
            <small className={classes.ground}>[{ground}]</small>
          </span>
        )
      })}
    </bdi>
  )
}

/** Names and values; a missing value has no line. */
export const Facts = ({ of }: { of: readonly (readonly [string, ReactNode])[] }) => (
  <FactList
    className={classes.facts}
    facts={of.filter((fact): fact is Fact => fact[1] !== null && fact[1] !== undefined)}
  />
)

interface TableProps {
  label: string
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}

/** A table of a document: its rows never change. */
export function Table({ label, heads, rows }: TableProps) {
  if (rows.length === 0) return null
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <tr key={at}>
            {cells.map((cell, column) => (
              <td key={heads[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
