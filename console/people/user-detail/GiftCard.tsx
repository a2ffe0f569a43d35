import { Alert, Group, TextInput, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useState } from 'react'
import { messageOf } from '../../data/failure.ts'
import { useWhyNot } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

// UDT-84
const redeemed = 'Redeemed! Final step: Pause payouts on their payment provider connected account for now.'

/** UDT-87: the result of the last card; the call itself has the state 'loading'. */
type Result = { is: 'idle' } | { is: 'success' } | { is: 'error'; message: string }

/** UDT-80 to UDT-87. */
export function GiftCard({ uid, disabledReason }: { uid: string; disabledReason: string | null }) {
  const [code, setCode] = useState('')
  const whyNot = useWhyNot('gift_cards.redeem') ?? disabledReason
  const [result, setResult] = useState<Result>({ is: 'idle' })
  const redeem = useAction(api.users.redeemGiftCard, { refetch: [api.users.get] })

  const submit = async () => {
    const typed = code.trim()
    // UDT-82
    if (!typed || !uid || redeem.busy || whyNot) return
    setResult({ is: 'idle' })
    const outcome = await redeem.run({ params: { uid }, body: { code: typed } })
    if (outcome.done) {
      setCode('')
      setResult({ is: 'success' })
    } else if (!outcome.failure.signedOut) {
      // UDT-85, UDT-86
      setResult({ is: 'error', message: messageOf(outcome.failure, 'Error redeeming') })
    }
  }

  return (
    <section aria-labelledby="gift-card">
      <Title order={2} id="gift-card" mb="xs">
        Redeem A Gift Card
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Group gap="sm" wrap="nowrap">
          <TextInput
            flex={1}
            miw={0}
            aria-label="Gift card code"
            placeholder="Gift card code"
            autoComplete="off"
            spellCheck={false}
            value={code}
            readOnly={redeem.busy || Boolean(whyNot)}
            {...(whyNot && { 'aria-description': whyNot, title: whyNot })}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          {redeem.busy ? (
            // UDT-83
            <Spinner />
          ) : (
            <GuardedButton may="gift_cards.redeem" whyNot={disabledReason} variant="default" onClick={submit}>
              Redeem
            </GuardedButton>
          )}
        </Group>
      </form>
      <LeaveGuard dirty={code.trim() !== '' && !redeem.busy} what="the gift card code" />
      {!redeem.busy && result.is !== 'idle' && (
        <Alert role="alert" mt="sm" variant="light" color={result.is === 'success' ? 'teal' : 'red'}>
          {result.is === 'success' ? redeemed : result.message}
        </Alert>
      )}
    </section>
  )
}
