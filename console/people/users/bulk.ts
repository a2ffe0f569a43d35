import type { BulkBarProps } from '../../shell/bulk/BulkBar.tsx'
import { onDemand } from '../../shell/on-demand.tsx'

const ResolveMany = onDemand(async () => (await import('./HandleMany.tsx')).ResolveMany)
const IgnoreMany = onDemand(async () => (await import('./HandleMany.tsx')).IgnoreMany)

/** What can be done with many rows of the two lists of reports. */
export const reportBulk = {
  people: { buttons: [{ label: 'Resolve', actions: ['userReports.resolve'], Dialog: ResolveMany }] },
  listings: { buttons: [{ label: 'Ignore', actions: ['listingReports.ignore'], Dialog: IgnoreMany }] },
} as const satisfies Record<string, Pick<BulkBarProps, 'buttons'>>
