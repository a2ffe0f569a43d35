import '@mantine/core/styles/Code.layer.css'
import { Code } from '@mantine/core'
import type { Question } from '@portreeve/contract/listings/questions'
import { useWhyNot } from '../../data/rights.ts'
import { movedWords, type Typed } from '../../data/typed.ts'
import { shortLocal } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { KeyValuePanel, type PanelField } from '../../shell/records/KeyValuePanel.tsx'
import { useLeads } from '../../shell/records/leads.ts'
import { When } from '../../ui/When.tsx'
import { fieldsOf, isEditable } from './fields.ts'

/** COM-04, COM-10: all fields of the post; texts as inputs. */
export function QuestionFields({ question, typed }: { question: Question; typed: Typed }) {
  const whyNot = useWhyNot('questions.write')
  const leads = useLeads()
  const fields = fieldsOf(question).map(([name, value]): PanelField => {
    const editable = isEditable(name, value)
    return {
      name,
      value:
        name === 'created_at' ? (
          <When value={question.created_at} write={shortLocal} />
        ) : (
          <Code bg="none" p={0}>
            {orNull(typeof value === 'boolean' ? String(value) : value)}
          </Code>
        ),
      ...leads(name, editable ? typed.text(name) : value),
      ...(editable && {
        edit: {
          text: typed.text(name),
          onChange: (text: string) => typed.change(name, text),
          // A single-line input would drop line breaks.
          lines: name === 'body' ? 6 : String(value).includes('\n') ? 3 : undefined,
          whyNot,
          note: movedWords(typed.movedTo(name)),
        },
      }),
    }
  })
  return <KeyValuePanel label="Community post" fields={fields} />
}
