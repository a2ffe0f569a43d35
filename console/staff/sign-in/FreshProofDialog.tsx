import { api } from '@portreeve/contract'
import { freshMinutes } from '@portreeve/contract/base/rights'
import { useEffect, useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import type { FreshPassword } from '../../data/fresh-password.ts'
import { startAt } from '../../data/providers.ts'
import { useData } from '../../data/use-data.ts'
import { onReturn } from '../../ui/browser/on-return.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { FreshPasswordDialog } from './FreshPasswordDialog.tsx'

interface FreshProofProps {
  question: FreshPassword
}

/** Requires a fresh proof of who the caller is: their password, or a sign-in with the provider that opened their session. */
export function FreshProofDialog({ question }: FreshProofProps) {
  const { environment } = useBackend()
  const hasProviders = environment.identity.kind === 'builtin' && environment.identity.providers?.length
  return hasProviders ? <ByOwnWay question={question} /> : <FreshPasswordDialog question={question} />
}

function ByOwnWay({ question }: FreshProofProps) {
  const { data, loading } = useData(api.staff.mySignIn, {})
  if (loading) return null
  return data?.provider ? (
    <AtProvider question={question} provider={data.provider} />
  ) : (
    <FreshPasswordDialog question={question} />
  )
}

/** The provider opens in another tab: what was typed here stays. */
function AtProvider({ question, provider }: FreshProofProps & { provider: { id: string; name: string } }) {
  const { environment } = useBackend()
  const [opened, setOpened] = useState(false)
  useEffect(() => (opened ? onReturn(() => question.answer(true)) : undefined), [opened, question])
  return (
    <ConfirmModal
      opened
      onClose={() => question.answer(false)}
      title="Confirm who you are"
      width={420}
      subtitle={`This needs a sign-in with ${provider.name} within the last ${freshMinutes} minutes. It opens in another tab. When you come back, your change goes on by itself.`}
      confirmText={`Continue with ${provider.name}`}
      onConfirm={() => {
        setOpened(true)
        window.open(startAt(environment, provider.id, 'other tab', true), '_blank', 'noopener')
      }}
    />
  )
}
