import { Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useWhyNot } from '../../data/rights.ts'
import { HashTabs } from '../../ui/HashTabs.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { EndpointList } from './EndpointList.tsx'
import { EventTypes } from './EventTypes.tsx'

/** What connects the marketplace's own app: its webhooks, and the events that they carry. */
export function DevelopersScreen() {
  const { hash } = useLocation()
  const refused = useWhyNot('webhooks.manage')
  return (
    <>
      <PageHead title="Developers" />
      {refused ? (
        <Text role="note">{refused}</Text>
      ) : (
        <HashTabs
          label="Developers"
          hash={hash}
          tabs={[
            { hash: 'webhooks', label: 'Webhooks', panel: <EndpointList /> },
            { hash: 'events', label: 'Events', panel: <EventTypes /> },
          ]}
        />
      )}
    </>
  )
}
