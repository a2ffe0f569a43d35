import { Alert, Button, Group, Text, TextInput, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { messageOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import classes from './email-templates.module.css'
import type { UsedVariable, Variables } from './useVariables.ts'

interface VariablesPanelProps {
  variables: Variables
  /** Replaces a variable by another one in all parts. */
  onRename: (from: string, to: string) => void
}

/** The template's variables with their sample values, and warnings about those that would prevent delivery. */
export function VariablesPanel({ variables, onRename }: VariablesPanelProps) {
  const { used, broken, failed } = variables
  const unknown = used.filter((one) => one.unknown)
  return (
    <section aria-labelledby="variables">
      <Title order={2} id="variables" mb="xs">
        Variables
      </Title>
      {failed && <FailedState message="The known variables could not be loaded." onRetry={failed} />}
      {(unknown.length > 0 || broken.length > 0) && (
        <Alert
          color="orange"
          variant="light"
          mb="sm"
          role="status"
          classNames={{ root: classes.warning, title: classes.warningText, message: classes.warningText }}
          icon={<IconAlertTriangle size={16} aria-hidden />}
          title="Mails from this template may never be delivered"
        >
          <ul className={classes.warnings}>
            {unknown.map(({ name, suggestion }) => (
              <li key={name}>
                <code>{`{{${name}}}`}</code> is no known variable.
                {suggestion && (
                  <>
                    {' '}
                    Did you mean <code>{`{{${suggestion}}}`}</code>?{' '}
                    <Button size="compact-xs" variant="default" onClick={() => onRename(name, suggestion)}>
                      {`Use {{${suggestion}}}`}
                    </Button>
                  </>
                )}
              </li>
            ))}
            {broken.map((piece) => (
              <li key={piece}>
                <code>{piece}</code> looks like a variable and is none.
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {used.length === 0 ? (
        <Text size="sm" c="dimmed">
          None. Write <code>{'{{name}}'}</code> where something is filled in.
        </Text>
      ) : (
        <ul className={classes.variables}>
          {used.map((one) => (
            <Variable key={one.name} one={one} variables={variables} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Variable({ one, variables }: { one: UsedVariable; variables: Variables }) {
  const saving = useAction(api.emailTemplates.saveVariable, {
    done: 'Variable saved',
    failed: ({ failure }) => messageOf(failure, 'Error saving variable'),
    refetch: [api.emailTemplates.variables],
    refetchOnConflict: [api.emailTemplates.variables],
    ifMatch: () => one.known?.version,
  })
  const changed = one.sample !== (one.known?.sample ?? '')
  return (
    <li>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <TextInput
          flex={1}
          miw={0}
          label={`{{${one.name}}}`}
          aria-label={`Sample value of ${one.name}`}
          labelProps={{ className: classes.name }}
          placeholder="Sample value"
          autoComplete="off"
          dir="auto"
          value={one.sample}
          error={one.sample === '' ? 'No sample value: it is not filled in.' : undefined}
          onChange={(event) => variables.setSample(one.name, event.currentTarget.value)}
        />
        {variables.listed && (one.unknown || changed) && (
          <GuardedButton
            may="emailTemplates.write"
            variant="default"
            mt={21}
            loading={saving.busy}
            onClick={() => void saving.run({ params: { name: one.name }, body: { sample: one.sample } })}
          >
            {one.unknown ? 'Make known' : 'Keep'}
          </GuardedButton>
        )}
      </Group>
    </li>
  )
}
