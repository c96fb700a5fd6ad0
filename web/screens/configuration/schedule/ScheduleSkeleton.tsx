import { Skeleton } from '@mantine/core';
import { WEEKDAYS } from '../../../../core/zone.ts';
import classes from './ScheduleScreen.module.css';

/** The week in grey while it is on its way. */
export function ScheduleSkeleton() {
  return (
    <div className={classes.form} aria-hidden="true">
      <Skeleton height={12} width="60%" />
      <div className={classes.days}>
        {WEEKDAYS.map((day) => (
          <div key={day} className={classes.day}>
            <Skeleton height={12} width={90} mt={10} />
            <Skeleton height={30} width={220} />
          </div>
        ))}
      </div>
    </div>
  );
}
