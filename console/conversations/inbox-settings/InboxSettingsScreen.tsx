import { Anchor, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from '../../shell/lists/desk.module.css'
import { PageHead } from '../../ui/PageHead.tsx'
import { Targets } from './Targets.tsx'

/** The targets of the team inbox and the hours in which waiting counts. Admins edit them; other staff read them. */
export function InboxSettingsScreen() {
  return (
    <>
      <PageHead title="Targets and working hours">
        <Anchor size="sm" renderRoot={(props) => <Link to="/dashboard/inbox-metrics" {...props} />}>
          Team metrics
        </Anchor>
      </PageHead>
      <section className={classes.card} aria-labelledby="targets">
        <div className={classes.cardHead}>
          <Title order={2} id="targets">
            Team inbox
          </Title>
        </div>
        <div className={classes.cardBody}>
          <Targets />
        </div>
      </section>
    </>
  )
}
