import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './desk.module.css'

export interface ChoiceLink {
  readonly label: string
  /** Beside the label, such as a number of rows. */
  readonly figure?: string | number | undefined
  readonly isCurrent: boolean
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

interface ChoiceLinksProps {
  label: string
  choices: readonly ChoiceLink[]
  /** Whole lists instead of views of one. */
  asTabs?: boolean
}

/** Views of a list, each a link, of which one is shown. */
export function ChoiceLinks({ label, choices, asTabs = false }: ChoiceLinksProps) {
  return (
    <nav aria-label={label} className={asTabs ? classes.tabs : classes.choices}>
      {choices.map(({ label: words, figure, isCurrent, link }) => (
        <Link
          key={words}
          {...link}
          resetScroll={false}
          className={asTabs ? classes.tab : classes.choice}
          // The router marks each link that the address contains, also the one without a filter.
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={isCurrent ? 'true' : undefined}
        >
          {words}
          {figure !== undefined && <span className={classes.figure}>{figure}</span>}
        </Link>
      ))}
    </nav>
  )
}
