import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { EnvironmentBadge } from '../../shell/EnvironmentMark.tsx'
import { ToolsTitle } from '../../shell/ToolsTitle.tsx'
import { Wordmark } from '../../shell/Wordmark.tsx'
import classes from './SignIn.module.css'

/** A page without the navigation: a card with a heading. @param over shown over a page, which has a title of its own */
export function SignInCard(props: { heading: string; over?: boolean; children: ReactNode }) {
  return (
    <main className={classes.page}>
      {!props.over && <ToolsTitle />}
      <div className={classes.card}>
        <Group justify="space-between">
          <Wordmark />
          <EnvironmentBadge />
        </Group>
        <Title order={1} className={classes.heading}>
          {props.heading}
        </Title>
        {props.children}
      </div>
    </main>
  )
}
