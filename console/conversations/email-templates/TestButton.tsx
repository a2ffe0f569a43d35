import { api } from '@portreeve/contract'
import { unfilled } from '@portreeve/contract/conversations/variables'
import { messageOf } from '../../data/failure.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useAction } from '../../data/use-action.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { partsOf, type Typed } from './draft.ts'
import type { Variables } from './useVariables.ts'

interface TestButtonProps {
  name: string
  typed: Typed
  variables: Variables
}

/** Mails the draft, filled in with the sample values, to the caller. Hidden on a server without this call. */
export function TestButton({ name, typed, variables }: TestButtonProps) {
  const once = useOneAtATime()
  const sending = useAction(api.emailTemplates.sendTest, {
    done: ({ data }) =>
      data?.sent === 'sent'
        ? `Test sent to ${data.to ?? 'you'}`
        : `The test to ${data?.to ?? 'you'} is on its way; it will be sent without further help.`,
    failed: ({ failure }) => ({
      title: messageOf(failure, 'Error sending test'),
      message: failure.body?.error_message ?? 'The test was not sent.',
    }),
  })
  if (!variables.listed) return null
  const { values } = variables
  const missing = unfilled(values, typed.SubjectPart, typed.TextPart, typed.HtmlPart)
  const whyNot =
    missing.length > 0
      ? `Give a sample value for ${missing.join(', ')} first.`
      : typed.TextPart === '' && typed.HtmlPart === ''
        ? 'There is nothing to send yet.'
        : null
  return (
    <GuardedButton
      may="emailTemplates.write"
      variant="default"
      whyNot={whyNot}
      loading={sending.busy}
      onClick={() =>
        once(async () => {
          await sending.run({
            body: { TemplateName: name || 'new', ...partsOf(typed), values: { ...values } },
          })
        })
      }
    >
      Send a test to me
    </GuardedButton>
  )
}
