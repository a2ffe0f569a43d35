import { SecretDialog } from '../../ui/SecretDialog.tsx'

interface EndpointSecretProps {
  title: string
  secret: string
  onClose: () => void
}

/** The new secret of an endpoint, shown this once. */
export const EndpointSecret = (props: EndpointSecretProps) => (
  <SecretDialog {...props} lost="If it is lost, rotate it.">
    Requests are signed with this secret. Put it into the configuration of the receiver now.
  </SecretDialog>
)
