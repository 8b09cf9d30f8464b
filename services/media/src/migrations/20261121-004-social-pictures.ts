import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Photos from before `social.jpg` get it: their pictures are derived once more; what they have stays in use meanwhile. */
export class SocialPictures20261121004 implements MigrationInterface {
  name = 'SocialPictures20261121004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET LOCAL app.scope = 'system'`);
    await runner.query(
      `UPDATE renditions SET state = 'pending', outputs = NULL, ready_at = now(), lease_until = '-infinity', tries = 0
       WHERE state = 'ready'`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
