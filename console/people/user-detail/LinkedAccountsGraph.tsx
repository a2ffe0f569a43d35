import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { LinkedAccounts } from '@portreeve/contract/people/linked-accounts'
import { Link } from '@tanstack/react-router'
import { memo, useEffect, useState } from 'react'
import { orNull } from '../../format/words.ts'
import { PersonAvatar } from '../../shell/records/PersonAvatar.tsx'
import classes from './linked-accounts.module.css'
import { evidenceWords, kindWord, sharedBy } from './linked-accounts.ts'
import { heightFor, isCrowded, type Layout, layOut, type Point } from './linked-accounts-layout.ts'

interface LinkedAccountsGraphProps {
  linked: LinkedAccounts
  uid: string
}

/** A graph of people and the evidence that they share. People are links; each line ends at its evidence. */
export function LinkedAccountsGraph({ linked, uid }: LinkedAccountsGraphProps) {
  const { ref, width: measured } = useElementSize<HTMLDivElement>()
  // Rounded, so that resizing the window does not recompute the layout at every pixel.
  const width = Math.floor(measured / 40) * 40
  const [layout, setLayout] = useState<Layout | null>(null)
  useEffect(() => {
    if (width < 80) return
    const controller = new AbortController()
    layOut(linked, uid, width, controller.signal).then(setLayout, () => {})
    return () => controller.abort()
  }, [linked, uid, width])
  return (
    <div ref={ref} className={classes.graph}>
      {layout ? (
        <Drawing linked={linked} uid={uid} layout={layout} />
      ) : (
        <Skeleton height={width < 80 ? 320 : heightFor(linked, width)} />
      )}
    </div>
  )
}

const at = ({ x, y }: Point) => ({ left: x, top: y })

const Drawing = memo(function Drawing({
  linked,
  uid,
  layout,
}: LinkedAccountsGraphProps & { layout: Layout }) {
  const { width, height, people, evidence } = layout
  return (
    <div className={classes.drawing} style={{ width, height }} data-crowded={isCrowded(linked) || undefined}>
      <svg width={width} height={height} className={classes.lines} aria-hidden>
        {linked.links.map((link, i) =>
          link.uids.map((one) => {
            const [from, to] = [people.get(one), evidence[i]]
            return (
              from &&
              to && (
                <line
                  key={`${link.kind} ${link.value} ${one}`}
                  x1={from.x}
                  y1={from.y}
                  x2={to.x}
                  y2={to.y}
                  data-weak={link.weak || undefined}
                />
              )
            )
          }),
        )}
      </svg>
      <ul aria-label="Evidence">
        {linked.links.map((link, i) => (
          <li
            key={`${link.kind} ${link.value}`}
            className={classes.evidence}
            style={at(evidence[i] ?? { x: 0, y: 0 })}
            title={evidenceWords(link)}
          >
            <span className={classes.value}>
              {kindWord(link)} <bdi>{link.value}</bdi>
            </span>
            <span>{sharedBy(link)}</span>
          </li>
        ))}
      </ul>
      <ul aria-label="People">
        {linked.accounts.map((account) => (
          <li
            key={account.uid}
            className={classes.person}
            style={at(people.get(account.uid) ?? { x: 0, y: 0 })}
          >
            <Link
              to="/user-detail/$uid"
              params={{ uid: account.uid }}
              className={classes.node}
              {...(account.uid === uid && { 'aria-current': 'page' as const })}
              data-banned={account.isBanned || undefined}
            >
              <PersonAvatar
                uid={account.uid}
                name={account.displayName}
                size={account.uid === uid ? 40 : 28}
              />
              <span className={classes.label}>
                <span className={classes.name} dir="auto">
                  {orNull(account.displayName)}
                </span>
                {account.isBanned && <span className={classes.banned}>Banned</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
})
