import type { ReactNode } from 'react'
import classes from './HashTabs.module.css'
import switches from './switches.module.css'

export interface HashTab {
  /** Without the '#'. */
  readonly hash: string
  readonly label: string
  readonly panel: ReactNode
}

/**
 * Tabs with addresses: each is a link to its hash, and exactly one panel is shown. An unknown hash shows the tab `initial`,
 * by default the first one.
 */
export function HashTabs({
  tabs,
  hash,
  label,
  initial = tabs[0].hash,
}: {
  tabs: readonly [HashTab, ...HashTab[]]
  hash: string
  label: string
  initial?: string
}) {
  const shown = tabs.find((tab) => tab.hash === hash) ?? tabs.find((tab) => tab.hash === initial) ?? tabs[0]
  return (
    <>
      <nav aria-label={label} className={switches.tabs}>
        {tabs.map((tab) => (
          <a
            key={tab.hash}
            href={`#${tab.hash}`}
            className={switches.tab}
            {...(tab === shown && { 'aria-current': 'true' as const })}
          >
            {tab.label}
          </a>
        ))}
      </nav>
      <section aria-label={shown.label} className={classes.panel}>
        {shown.panel}
      </section>
    </>
  )
}
