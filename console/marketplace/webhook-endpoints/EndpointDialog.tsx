import { Stack, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { WebhookEndpoint } from '@portreeve/contract/marketplace/webhook-endpoints'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { ProductionNote } from '../../shell/EnvironmentMark.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { TypesField } from './TypesField.tsx'

const touched = [api.webhookEndpoints.list]

interface EndpointDialogProps {
  /** The endpoint to change; without it a new one. */
  endpoint?: WebhookEndpoint
  onClose: () => void
  /** A new endpoint has this secret. */
  onMade?: (id: string, secret: string) => void
}

/** Adds an endpoint, or changes its address and types. */
export function EndpointDialog({ endpoint, onClose, onMade }: EndpointDialogProps) {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [types, setTypes] = useState(endpoint?.types ?? null)
  const failed = endpoint ? 'Could not change the endpoint' : 'Could not add the endpoint'
  const make = useAction(api.webhookEndpoints.create, { failed, refetch: touched })
  const change = useAction(api.webhookEndpoints.update, {
    done: 'Saved the endpoint',
    failed,
    refetch: touched,
  })
  const save = async () => {
    const body = { url: url.trim(), types }
    if (endpoint) {
      if ((await change.run({ params: { id: endpoint.id }, body })).done) onClose()
      return
    }
    const made = await make.run({ body })
    if (!made.done) return
    onClose()
    if (made.data?.endpoint && made.data.secret) onMade?.(made.data.endpoint.id, made.data.secret)
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={endpoint ? 'Edit endpoint' : 'Add endpoint'}
      width={560}
      subtitle="It receives a signed request for every event from now on. Answer with any 2xx within 10 seconds."
      note={<ProductionNote />}
      confirmText={endpoint ? 'Save' : 'Add'}
      busy={make.busy || change.busy}
      problem={detailOf(make.failure ?? change.failure)}
      onConfirm={() => void save()}
    >
      <Stack gap="lg">
        <TextInput
          label="Address"
          type="url"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="https://marketplace.example/webhooks/portreeve"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TypesField value={types} onChange={setTypes} />
      </Stack>
    </ConfirmModal>
  )
}
