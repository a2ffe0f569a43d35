import { Group, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useAction } from '../../data/use-action.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { partsOf, type Typed, typedOf } from './draft.ts'
import { Problem } from './Problem.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { TestButton } from './TestButton.tsx'
import { useGoBack } from './useGoBack.ts'
import { useVariables } from './useVariables.ts'

const untouched = typedOf({ SubjectPart: null, TextPart: null, HtmlPart: null })

/** EML-04, EML-13, EML-15, EML-22, EML-25 to EML-30 */
export function NewTemplate() {
  const [name, setName] = useState('')
  const [typed, setTyped] = useState<Typed>(untouched)
  const variables = useVariables(typed)
  const goBack = useGoBack()
  const once = useOneAtATime()
  const creating = useAction(api.emailTemplates.create, {
    // EML-28: the spec's spelling
    done: ({ data }) =>
      data?.state === 'pending'
        ? 'The template is on its way to the mail provider; it will be made without further help.'
        : 'Templated created',
    // EML-29
    failed: () => 'Error creating template',
    refetch: [api.emailTemplates.list],
  })
  const create = async () => {
    if (typed.SubjectPart === null) {
      // EML-25, D-111: an empty string is allowed.
      window.alert('Subject must not be empty.')
      return
    }
    const { done } = await creating.run({ body: { TemplateName: name, ...partsOf(typed) } })
    if (done) goBack()
  }
  const dirty = name !== '' || typed.SubjectPart !== null || typed.TextPart !== '' || typed.HtmlPart !== ''
  return (
    <>
      <PageHead title="New Email Template" />
      <Group gap="sm" mb="lg">
        <GuardedButton may="emailTemplates.write" loading={creating.busy} onClick={() => once(create)}>
          Create Template
        </GuardedButton>
        <TestButton name={name} typed={typed} variables={variables} />
      </Group>
      <Problem text={detailOf(creating.failure)} />
      <TemplateForm
        typed={typed}
        onChange={(change) => setTyped((previous) => ({ ...previous, ...change }))}
        variables={variables}
      >
        <TextInput
          label="Template Name"
          autoComplete="off"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </TemplateForm>
      <LeaveGuard dirty={dirty} what="the new template" />
    </>
  )
}
