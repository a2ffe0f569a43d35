import { Kbd } from '@mantine/core'
import type { Permission } from '@portreeve/contract/base/rights'
import type { ReactNode } from 'react'
import { type Fact, FactList } from '../../ui/FactList.tsx'
import { GuardedButton } from '../GuardedButton.tsx'
import { peekTitle } from './PeekPanel.tsx'
import classes from './peek.module.css'

interface PeekHeadProps {
  picture: ReactNode
  title: string
  /** The facts below the name. */
  children?: ReactNode
}

/** The record's picture, name and main facts. */
export const PeekHead = ({ picture, title, children }: PeekHeadProps) => (
  <div className={classes.head}>
    {picture}
    <div className={classes.headText}>
      <h2 id={peekTitle} className={classes.title} dir="auto">
        {title}
      </h2>
      {children}
    </div>
  </div>
)

/** What scrolls in the panel. */
export const PeekBody = ({ children }: { children: ReactNode }) => (
  <div className={classes.body}>{children}</div>
)

/** The decisions, at the panel's foot. */
export const PeekFoot = ({ children }: { children: ReactNode }) => (
  <div className={classes.foot}>{children}</div>
)

/** Two decisions beside one another. */
export const PeekDecisions = ({ children }: { children: ReactNode }) => (
  <div className={classes.two}>{children}</div>
)

/** Names and values. */
export const PeekFacts = ({ facts }: { facts: readonly Fact[] }) => (
  <FactList facts={facts} className={classes.facts} />
)

interface DecisionProps {
  may: Permission
  whyNot?: string | null
  label: string
  /** Its key, and what it does. */
  hotkey: string
  effect: string
  onClick: () => void
}

/** A decision with its key and its effect. */
export const PeekDecision = ({ label, hotkey, effect, ...rest }: DecisionProps) => (
  <GuardedButton
    {...rest}
    variant="default"
    justify="flex-start"
    className={classes.decision}
    aria-keyshortcuts={hotkey}
  >
    <span>
      <b>{label}</b>
      <Kbd size="sm" aria-hidden>
        {hotkey}
      </Kbd>
      <small>{effect}</small>
    </span>
  </GuardedButton>
)
