import { Group, Text, Title } from '@mantine/core'
import type { DisputeCase } from '@portreeve/contract/money/disputes'
import { useState } from 'react'
import { useEnvironment } from '../../data/backend.tsx'
import { pictureAddress } from '../../format/address.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { Files } from '../../staff/files/Files.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { LongText } from '../../ui/LongText.tsx'
import classes from './dispute-panel.module.css'
import { StatementForm } from './StatementForm.tsx'

interface StatementProps {
  dispute: DisputeCase
  side: 'buyer' | 'seller'
}

const fileName = (path: string) => path.split('/').at(-1) || path

/** What one side says about a dispute, with its files. Staff record it while the dispute is open. */
export function Statement({ dispute, side }: StatementProps) {
  const [editing, setEditing] = useState(false)
  const { links } = useEnvironment()
  const text = dispute[`${side}_statement`]
  const files = dispute[`${side}_files`]
  const isOpen = dispute.status === 2
  return (
    <section className={classes.statement} aria-label={`Statement of the ${side}`}>
      <Group justify="space-between">
        <Title order={3}>{side === 'buyer' ? 'Buyer' : 'Seller'}</Title>
        {isOpen && !editing && (
          <GuardedButton
            may="disputes.write"
            size="compact-xs"
            variant="default"
            aria-label={`Edit the statement of the ${side}`}
            onClick={() => setEditing(true)}
          >
            Edit
          </GuardedButton>
        )}
      </Group>
      {isOpen && editing ? (
        <StatementForm dispute={dispute} side={side} onClose={() => setEditing(false)} />
      ) : (
        <>
          {text ? (
            <LongText text={text} lines={8} />
          ) : (
            <Text size="sm" c="dimmed">
              No statement of the {side} is recorded.
            </Text>
          )}
          {files.length > 0 && (
            <ul className={classes.files} aria-label={`Files of the ${side}`}>
              {files.map((path) => {
                const address = pictureAddress(links.storage, path)
                return (
                  <li key={path}>
                    {address ? <ExternalLink href={address}>{fileName(path)}</ExternalLink> : fileName(path)}
                  </li>
                )
              })}
            </ul>
          )}
          <Files files={dispute[`${side}_attached`]} />
        </>
      )}
    </section>
  )
}
