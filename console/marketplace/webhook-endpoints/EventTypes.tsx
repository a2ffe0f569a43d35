import { Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { EventTypeDetail } from '@portreeve/contract/marketplace/events'
import { useState } from 'react'
import { useEnvironment } from '../../data/backend.tsx'
import { useData } from '../../data/use-data.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import classes from './developers.module.css'
import { subjects, subjectWords } from './words.ts'

/** Every type of event with its schema and an example, and requests that read them. */
export function EventTypes() {
  const { api: address } = useEnvironment()
  const { data, failure, reload } = useData(api.events.types, {}, { once: true })
  const curl = `curl -H "Authorization: Bearer $MACHINE_KEY" "${address}/v1/events?after=end"`
  const more = `curl -H "Authorization: Bearer $MACHINE_KEY" "${address}/v1/events?after=$POSITION&wait=30"`
  return (
    <div className={classes.events}>
      <section aria-labelledby="reading">
        <Title order={2} size="h4" id="reading">
          Read them
        </Title>
        <Text size="sm" c="dimmed">
          An app that cannot receive requests reads the same events with a <a href="#keys">machine key</a>. It
          begins with the newest position, and keeps <code>next</code> of each answer.
        </Text>
        <CopyText text={curl} />
        <CopyText text={more} />
        <Text size="sm">
          <ExternalLink href={`${address}/asyncapi.json`}>asyncapi.json</ExternalLink> describes all of this
          for programs, and <ExternalLink href={`${address}/openapi.json`}>openapi.json</ExternalLink> the
          calls.
        </Text>
      </section>
      {failure && <FailedState message="The types of events could not be loaded." onRetry={reload} />}
      {data
        ? subjects.map((subject) => (
            <section key={subject} aria-labelledby={`of-${subject}`}>
              <Title order={2} size="h4" id={`of-${subject}`}>
                {subjectWords[subject]}
              </Title>
              <ul className={classes.list}>
                {data
                  .filter((one) => one.subject === subject)
                  .map((one) => (
                    <EventType key={one.type} of={one} />
                  ))}
              </ul>
            </section>
          ))
        : !failure && <LinesSkeleton lines={12} height={24} />}
    </div>
  )
}

function EventType({ of: { type, about, schema, example } }: { of: EventTypeDetail }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <code>{type}</code> <span className={classes.about}>{about}</span>
        </summary>
        {/* A schema is long: it is written when it is looked at. */}
        {isOpen && (
          <div className={classes.twoSides}>
            <Json label={`Example of ${type}`} of={example} />
            <Json label={`Schema of ${type}`} of={schema} />
          </div>
        )}
      </details>
    </li>
  )
}

function Json({ label, of }: { label: string; of: unknown }) {
  return (
    <ScrollBox label={label} className={classes.json}>
      <pre>{JSON.stringify(of, null, 2)}</pre>
    </ScrollBox>
  )
}
