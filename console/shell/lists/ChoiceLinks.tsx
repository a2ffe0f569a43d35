import { type LinkProps, useLinkProps } from '@tanstack/react-router'
import switches from '../../ui/switches.module.css'
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
  /** No landmark of navigation: a narrow page has none but the menu's (NAV-16). */
  quiet?: boolean
}

/** Views of a list, each a link, of which one is shown. */
export function ChoiceLinks({ label, choices, asTabs = false, quiet = false }: ChoiceLinksProps) {
  const Box = quiet ? 'section' : 'nav'
  return (
    <Box aria-label={label} className={asTabs ? classes.tabs : classes.choices}>
      {choices.map((choice) => (
        <Choice key={choice.label} {...choice} className={asTabs ? switches.tab : switches.segment} />
      ))}
    </Box>
  )
}

function Choice({
  label,
  figure,
  isCurrent,
  link,
  className,
}: ChoiceLink & { className: string | undefined }) {
  const props = useLinkProps({ ...link, resetScroll: false, className })
  return (
    // The router marks each link that the address contains as the page, also the one without a filter.
    <a {...props} aria-current={isCurrent ? 'true' : undefined}>
      {label}
      {figure !== undefined && <span className={switches.figure}>{figure}</span>}
    </a>
  )
}
