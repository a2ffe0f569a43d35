import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ChoiceLinks } from '../../shell/lists/ChoiceLinks.tsx'
import { ListCsv } from '../../shell/lists/ListCsv.tsx'
import { PeekArea } from '../../shell/peek/PeekArea.tsx'
import { SavedViews } from '../../shell/saved-views/SavedViews.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { orderPanel } from '../order-peek.tsx'
import { Chargebacks } from './Chargebacks.tsx'
import { Disputes } from './Disputes.tsx'
import { FraudWarnings } from './FraudWarnings.tsx'
import type { DisputeSearch } from './search.ts'

const to = '/dashboard/disputes'

const tabs = [
  [undefined, 'Disputes'],
  ['chargebacks', 'Chargebacks'],
  ['warnings', 'Fraud warnings'],
] as const

/** What the tab shows, as its list's call has it. */
function exportOf({ tab, scope, type, currency }: DisputeSearch) {
  if (tab === 'warnings') return { list: 'warnings', name: 'fraud-warnings' } as const
  const one = currency && { currency }
  const query = { ...(scope && { scope }), ...(type && { type }), ...one }
  return tab === 'chargebacks'
    ? ({
        list: 'chargebacks',
        query: { ...(scope === 'closed' && { scope }), ...one },
        name: 'chargebacks',
      } as const)
    : ({ list: 'disputes', query, name: 'disputes' } as const)
}

/** Disputes of buyers, chargebacks of their banks, and fraud warnings. Tab and filters are in the URL. */
export function DisputesScreen() {
  const search: DisputeSearch = useSearch({ from: '/shell/dashboard/disputes' })
  const lists: Record<string, ReactNode> = {
    chargebacks: <Chargebacks search={search} />,
    warnings: <FraudWarnings />,
  }
  return (
    <>
      <PageHead title="Disputes">
        <SavedViews list="disputes" />
        <ListCsv {...exportOf(search)} />
        <Button
          variant="default"
          size="compact-sm"
          renderRoot={(props) => <Link to="/dashboard/money-settings" {...props} />}
        >
          Deadlines
        </Button>
      </PageHead>
      <PeekArea {...orderPanel}>
        <ChoiceLinks
          label="Kinds of dispute"
          asTabs
          choices={tabs.map(([tab, label]) => ({
            label,
            isCurrent: search.tab === tab,
            link: { to, search: tab === undefined ? {} : { tab } },
          }))}
        />
        {lists[search.tab ?? ''] ?? <Disputes search={search} />}
      </PeekArea>
    </>
  )
}
