import { Kbd, Menu, UnstyledButton } from '@mantine/core'
import { takeBackSeconds } from '@portreeve/contract/staff/held'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { isBusy, keyOf } from '../../ui/browser/shortcuts.ts'
import { useKeysOn } from '../../ui/browser/single-keys.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import classes from './triage.module.css'
import type { Chip, Triage } from './useTriage.ts'

/** Chips beside one another; older ones are in a menu. */
const most = 3

const wordsOf = ({ did, name }: Chip) => `${did}: ${name}`

interface TriageFootProps {
  triage: Pick<Triage, 'chips' | 'undo' | 'retry' | 'dismiss'>
  /** The keys of the list. */
  children?: ReactNode
}

/** The line below a list: what was just done to its rows, newest first, each with Undo; and the keys. U undoes the newest. */
export function TriageFoot({ triage, children }: TriageFootProps) {
  const { chips, undo } = triage
  const [listed, setListed] = useState(false)
  const [keysOn] = useKeysOn()
  const newest = chips.find(({ state }) => state === 'sent' || state === 'done')
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey, repeat } = event
    if (keyOf(event) !== 'u' || event.defaultPrevented || repeat || ctrlKey || metaKey || altKey) return
    if (isBusy(event.target) || chips.length === 0) return
    event.preventDefault()
    if (shiftKey) setListed(true)
    else if (newest) undo(newest)
  })
  // The key belongs to no element.
  useEffect(() => {
    if (!keysOn) return
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [keysOn])
  const older = chips.slice(most)
  return (
    <section className={classes.foot} aria-label="Just done" data-floats data-triage>
      <ul className={classes.chips} aria-live="polite">
        {chips.slice(0, most).map((chip) => (
          <ChipLine key={chip.key} chip={chip} triage={triage} isNewest={chip === newest} />
        ))}
      </ul>
      {chips.length > 0 && (older.length > 0 || listed) && (
        <Menu opened={listed} onChange={setListed} position="top-start" portalProps={{ target: 'main' }}>
          <Menu.Target>
            <UnstyledButton className={classes.more} aria-keyshortcuts="Shift+U">
              {older.length > 0 ? `${older.length} more` : 'All'}
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {chips.map((chip) => (
              <Menu.Item
                key={chip.key}
                onClick={() => (chip.state === 'refused' ? triage.retry(chip) : undo(chip))}
              >
                {chip.state === 'refused' ? 'Retry' : 'Undo'}: {wordsOf(chip)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <span className={classes.keys}>{children}</span>
    </section>
  )
}

interface ChipLineProps {
  chip: Chip
  triage: TriageFootProps['triage']
  isNewest: boolean
}

function ChipLine({ chip, triage, isNewest }: ChipLineProps) {
  const isRefused = chip.state === 'refused'
  return (
    <li className={classes.chip} data-refused={isRefused || undefined} role={isRefused ? 'alert' : undefined}>
      {isRefused ? (
        <IconAlertTriangle size={16} aria-hidden />
      ) : (
        <svg viewBox="0 0 20 20" width={20} height={20} aria-hidden>
          <path d="M6.5 10.5l2.5 2.5 4.5-5.5" fill="none" stroke="currentColor" strokeWidth={1.7} />
          {chip.state === 'done' && (
            <circle
              cx={10}
              cy={10}
              r={9}
              pathLength={100}
              className={classes.ring}
              style={{ animationDuration: `${takeBackSeconds}s` }}
              transform="rotate(-90 10 10)"
            />
          )}
        </svg>
      )}
      <span className={classes.words}>
        <Clamp text={isRefused ? `${chip.name}: ${chip.problem}` : wordsOf(chip)} />
      </span>
      <UnstyledButton
        className={classes.undo}
        aria-label={`${isRefused ? 'Retry' : 'Undo'}: ${wordsOf(chip)}`}
        disabled={chip.state === 'undoing'}
        {...(isNewest && { 'aria-keyshortcuts': 'U' })}
        onClick={() => (isRefused ? triage.retry(chip) : triage.undo(chip))}
      >
        {isRefused ? 'Retry' : 'Undo'}
        {isNewest && (
          <Kbd size="xs" aria-hidden>
            U
          </Kbd>
        )}
      </UnstyledButton>
      {isRefused && (
        <UnstyledButton
          className={classes.undo}
          aria-label="Close message"
          onClick={() => triage.dismiss(chip)}
        >
          <IconX size={14} aria-hidden />
        </UnstyledButton>
      )}
    </li>
  )
}
