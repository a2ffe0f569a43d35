import { api } from '@portreeve/contract'
import { type LinkProps, useLinkProps } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { useData } from '../../data/use-data.ts'
import { type ReportOrder, reportOrders, reportOrderWords } from '../../format/reports.ts'
import switches from '../../ui/switches.module.css'
import classes from './reports.module.css'

interface ReportsBarProps {
  order: ReportOrder
  /** As `ListingReports` has it. */
  first: string | null
}

/**
 * Leads to the two sections of reports, with their counts, and orders both. The sections stay below each other (USR-01,
 * USR-16): the links go to them, they do not hide one.
 */
export const ReportsBar = memo(function ReportsBar({ order, first }: ReportsBarProps) {
  // The sections load them.
  const users = useData(api.userReports.list, {}, { when: false })
  const listings = useData(api.listingReports.list, first === null ? {} : { query: { first } }, {
    when: false,
  })
  const links = [
    ['user-reports', 'Reported people', users],
    ['listing-reports', 'Reported listings', listings],
  ] as const
  return (
    <div className={classes.bar}>
      <section aria-label="Kinds of reports" className={classes.links}>
        {links.map(([id, title, { data, more }]) => (
          <BarLink
            key={id}
            link={{ to: '.', hash: id, search: true, state: true }}
            className={classes.barLink}
          >
            {title} {data && <span className={classes.badge}>{more ? `${data.length}+` : data.length}</span>}
          </BarLink>
        ))}
      </section>
      <section aria-label="Order of the reports" className={classes.orders}>
        {reportOrders.map((one) => (
          <BarLink
            key={one}
            link={{
              to: '.',
              search: ({ q }: { q?: string }) => ({
                ...(q !== undefined && { q }),
                ...(one !== 'newest' && { reports: one }),
              }),
              state: true,
              replace: true,
              resetScroll: false,
            }}
            className={switches.segment}
            isCurrent={one === order}
          >
            {reportOrderWords[one]}
          </BarLink>
        ))}
      </section>
    </div>
  )
})

interface BarLinkProps {
  link: Pick<LinkProps, 'to' | 'hash' | 'search' | 'state' | 'replace' | 'resetScroll'>
  className: string | undefined
  isCurrent?: boolean
  children: ReactNode
}

/** The router would mark each link as the current page, because all have this path. */
function BarLink({ link, className, isCurrent = false, children }: BarLinkProps) {
  const props = useLinkProps({ ...link, className })
  return (
    <a {...props} aria-current={isCurrent ? 'true' : undefined}>
      {children}
    </a>
  )
}
