import { Title } from '@mantine/core'
import classes from '../../shell/lists/desk.module.css'
import { PageHead } from '../../ui/PageHead.tsx'
import { Deadlines } from './Deadlines.tsx'
import ownClasses from './money-settings.module.css'
import { Reasons } from './Reasons.tsx'

/** The deadlines of the money desk, and the reasons for refunds. Admins edit them; other staff read them. */
export function MoneySettingsScreen() {
  return (
    <>
      <PageHead title="Reasons and deadlines" />
      <div className={ownClasses.columns}>
        <section className={classes.card} aria-labelledby="reasons">
          <div className={classes.cardHead}>
            <Title order={2} id="reasons">
              Reasons for refunds
            </Title>
          </div>
          <div className={classes.cardBody}>
            <Reasons />
          </div>
        </section>
        <section className={classes.card} aria-labelledby="deadlines">
          <div className={classes.cardHead}>
            <Title order={2} id="deadlines">
              Deadlines
            </Title>
          </div>
          <div className={classes.cardBody}>
            <Deadlines />
          </div>
        </section>
      </div>
    </>
  )
}
