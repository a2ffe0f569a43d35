import { isActing } from '@portreeve/contract/base/programs'
import { useEnvironment } from '../../data/backend.tsx'
import { SecretDialog } from '../../ui/SecretDialog.tsx'
import type { MadeKey } from './CreateKeyDialog.tsx'
import classes from './machine-keys.module.css'

/** A new key, with a first request. */
export function KeySecret({ made: { token, scopes }, onClose }: { made: MadeKey; onClose: () => void }) {
  const { api: address } = useEnvironment()
  const entity = scopes.find((scope) => scope.startsWith('ingest.'))?.replace('ingest.', '')
  const proposes = scopes.some(isActing)
  const request = entity
    ? `POST ${address}/v1/ingest/${entity}`
    : proposes
      ? `POST ${address}/v1/admin/proposals`
      : `GET ${address}/v1/events?after=end`
  return (
    <SecretDialog
      title="The new key"
      secret={token}
      lost="If it is lost, create another one and revoke this one."
      onClose={onClose}
    >
      The program sends it as <code>Authorization: Bearer</code> with each request. Store it in the program’s
      secret store now, for example for:
      <code className={classes.use}>{request}</code>
    </SecretDialog>
  )
}
