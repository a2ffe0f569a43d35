import { Button, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { EmailTemplateMetadata } from '@portreeve/contract/conversations/email-templates'
import { Link } from '@tanstack/react-router'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { longUtc } from '../../format/dates.ts'
import { count } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import rowClasses from '../../ui/rows.module.css'
import { Spinner } from '../../ui/Spinner.tsx'
import { When } from '../../ui/When.tsx'

const columns: readonly Column<EmailTemplateMetadata>[] = [
  {
    name: 'Name',
    cell: ({ Name }) => (
      <Link to="/email-templates/$name" params={{ name: Name }} className={rowClasses.link}>
        <Clamp text={Name} />
      </Link>
    ),
  },
  {
    name: 'Created At',
    width: 248,
    is: 'date',
    cell: ({ CreatedTimestamp }) => <When value={CreatedTimestamp} write={longUtc} />,
  },
]

/** EML-01, EML-02, EML-05 to EML-12 */
export function EmailTemplatesScreen() {
  const whyNot = useWhyNot('emailTemplates.write')
  const loaded = useData(api.emailTemplates.list, {})
  // EML-12: a failed load shows an empty list, with a message above it.
  const rows = loaded.data?.TemplatesMetadata ?? (loaded.failure ? [] : undefined)
  return (
    <>
      <PageHead
        title="Email Templates"
        count={rows && !loaded.failure ? count(rows.length, 'template', 'templates') : null}
      >
        {whyNot ? (
          <GuardedButton may="emailTemplates.write" size="compact-sm" onClick={() => {}}>
            + New Template
          </GuardedButton>
        ) : (
          <Button
            size="compact-sm"
            renderRoot={(props) => <Link to="/email-templates/$name" params={{ name: 'new' }} {...props} />}
          >
            + New Template
          </Button>
        )}
      </PageHead>
      {loaded.failure && <FailedState message="The templates could not be loaded." onRetry={loaded.reload} />}
      {/* EML-10 */}
      {!rows && <Spinner />}
      {rows && (
        <ColumnTable label="Email Templates" columns={columns} rows={rows} keyOf={({ Name }) => Name} />
      )}
      {rows?.length === 0 && !loaded.failure && (
        <Text size="sm" mt="lg">
          No templates yet. A template is a mail with variables that are filled in when it is sent.
        </Text>
      )}
    </>
  )
}
