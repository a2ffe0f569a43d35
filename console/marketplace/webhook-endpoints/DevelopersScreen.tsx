import { Text } from '@mantine/core'
import type { Permission } from '@portreeve/contract/base/rights'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { HashTabs } from '../../ui/HashTabs.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ExtensionsScreen } from '../extensions/ExtensionsScreen.tsx'
import { Differences } from '../ingest/Differences.tsx'
import { KeyList } from '../machine-keys/KeyList.tsx'
import { EndpointList } from './EndpointList.tsx'
import { EventTypes } from './EventTypes.tsx'

/** What connects the marketplace's own app: webhooks, events, the keys of its programs, and where its records differ from ours. */
export function DevelopersScreen() {
  const { hash } = useLocation()
  const search = useSearch({ from: '/shell/dashboard/developers' })
  const refused = {
    webhooks: useWhyNot('webhooks.manage'),
    keys: useWhyNot('machineKeys.read'),
    differences: useWhyNot('ingest.read'),
  }
  // A role of the extensions alone sees none of the tabs.
  if (Object.values(refused).every((why) => why !== null)) return <ExtensionsScreen />
  return (
    <>
      <PageHead title="Developers">
        <Link to="/dashboard/extensions">Extensions</Link>
      </PageHead>
      <HashTabs
        label="Developers"
        hash={hash}
        // The first tab that the role may see.
        initial={!refused.webhooks ? 'webhooks' : !refused.keys ? 'keys' : 'differences'}
        tabs={[
          {
            hash: 'webhooks',
            label: 'Webhooks',
            panel: <Guarded may="webhooks.manage" panel={<EndpointList />} />,
          },
          {
            hash: 'events',
            label: 'Events',
            panel: <Guarded may="webhooks.manage" panel={<EventTypes />} />,
          },
          {
            hash: 'keys',
            label: 'Machine keys',
            panel: <Guarded may="machineKeys.read" panel={<KeyList />} />,
          },
          {
            hash: 'differences',
            label: 'Differences',
            panel: <Guarded may="ingest.read" panel={<Differences search={search} />} />,
          },
        ]}
      />
    </>
  )
}

/** A panel, or why the role may not see it. */
function Guarded({ may, panel }: { may: Permission; panel: ReactNode }) {
  const refused = useWhyNot(may)
  return refused ? <Text role="note">{refused}</Text> : panel
}
