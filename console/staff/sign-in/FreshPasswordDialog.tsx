import { PasswordInput } from '@mantine/core'
import { freshMinutes } from '@portreeve/contract/base/rights'
import { useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import type { FreshPassword } from '../../data/fresh-password.ts'
import { signInProblem } from '../../data/identity.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'

/** Requires the caller's password. Mounted while a call waits for a fresh one. */
export function FreshPasswordDialog({ question }: { question: FreshPassword }) {
  const { ownSignIn } = useBackend()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = async () => {
    if (busy || !ownSignIn) return
    setBusy(true)
    setProblem(null)
    try {
      await ownSignIn.confirmPassword(password)
      question.answer(true)
    } catch (error) {
      setProblem(signInProblem(error))
      setBusy(false)
    }
  }
  return (
    <ConfirmModal
      opened
      onClose={() => question.answer(false)}
      title="Type your password"
      width={420}
      subtitle={`This needs your password, typed within the last ${freshMinutes} minutes. Your change then goes on by itself.`}
      confirmText="Go on"
      busy={busy}
      problem={problem}
      onConfirm={() => void confirm()}
    >
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </ConfirmModal>
  )
}
