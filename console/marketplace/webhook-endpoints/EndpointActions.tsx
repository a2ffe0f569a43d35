import { Group } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { WebhookEndpoint } from '@portreeve/contract/marketplace/webhook-endpoints'
import { rotationHours } from '@portreeve/contract/marketplace/webhook-endpoints'
import { IconKey, IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { RowMenu } from '../../shell/RowMenu.tsx'
import { EndpointDialog } from './EndpointDialog.tsx'
import { EndpointSecret } from './EndpointSecret.tsx'

const touched = [api.webhookEndpoints.list, api.webhookEndpoints.deliveries]

/** What can be done to an endpoint. */
export function EndpointActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [opened, setOpened] = useState<'edit' | 'rotate' | 'remove' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const params = { id: endpoint.id }
  const isPaused = endpoint.state === 'paused'
  const test = useAction(api.webhookEndpoints.test, {
    done: 'Sent a test',
    failed: 'Could not send a test',
    refetch: touched,
  })
  const pause = useAction(api.webhookEndpoints.pause, {
    done: 'Paused the endpoint',
    failed: 'Could not pause the endpoint',
    refetch: touched,
  })
  const resume = useAction(api.webhookEndpoints.resume, {
    done: 'Resumed the endpoint',
    failed: 'Could not resume the endpoint',
    refetch: touched,
  })
  const toggle = isPaused ? resume : pause
  const close = () => setOpened(null)
  const may = 'webhooks.secrets'
  return (
    <Group gap="sm">
      <GuardedButton
        may="webhooks.manage"
        variant="default"
        whyNot={isPaused ? 'Resume this endpoint to test it.' : null}
        loading={test.busy}
        onClick={() => void test.run({ params })}
      >
        Send a test
      </GuardedButton>
      <GuardedButton
        may="webhooks.manage"
        variant={isPaused ? 'filled' : 'default'}
        loading={toggle.busy}
        onClick={() => void toggle.run({ params })}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </GuardedButton>
      <RowMenu
        label="More actions for this endpoint"
        actions={[
          { may, label: 'Edit', icon: IconPencil, onActivate: () => setOpened('edit') },
          {
            may,
            whyNot: endpoint.old_secret_until ? 'The last rotation is not over yet.' : null,
            label: 'Rotate secret',
            icon: IconKey,
            onActivate: () => setOpened('rotate'),
          },
          { may, label: 'Remove', icon: IconTrash, danger: true, onActivate: () => setOpened('remove') },
        ]}
      />
      {opened === 'edit' && <EndpointDialog endpoint={endpoint} onClose={close} />}
      {opened === 'rotate' && <RotateDialog endpoint={endpoint} onClose={close} onMade={setSecret} />}
      {opened === 'remove' && <RemoveDialog endpoint={endpoint} onClose={close} />}
      {secret && <EndpointSecret title="The new secret" secret={secret} onClose={() => setSecret(null)} />}
    </Group>
  )
}

interface DialogProps {
  endpoint: WebhookEndpoint
  onClose: () => void
}

function RotateDialog({ endpoint, onClose, onMade }: DialogProps & { onMade: (secret: string) => void }) {
  return (
    <ActionDialog
      call={api.webhookEndpoints.rotate}
      input={() => ({ params: { id: endpoint.id } })}
      failed="Could not rotate the secret"
      refetch={touched}
      title="Rotate secret"
      width={460}
      subtitle={`For ${rotationHours} hours requests are signed with the old secret and the new one, so that the receiver can change in between.`}
      confirmText="Rotate"
      onClose={onClose}
      onDone={(data) => data?.secret && onMade(data.secret)}
    />
  )
}

function RemoveDialog({ endpoint, onClose }: DialogProps) {
  const navigate = useNavigate()
  return (
    <ActionDialog
      call={api.webhookEndpoints.remove}
      input={() => ({ params: { id: endpoint.id } })}
      done="Removed the endpoint"
      failed="Could not remove the endpoint"
      refetch={[api.webhookEndpoints.list]}
      title="Remove endpoint"
      width={460}
      subtitle="It receives nothing any more, and its deliveries are deleted. To stop it for a while, pause it."
      confirmText="Remove"
      danger
      onClose={onClose}
      onDone={() => void navigate({ to: '/dashboard/developers' })}
    />
  )
}
