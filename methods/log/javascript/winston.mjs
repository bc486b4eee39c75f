// winston: its File transport, with the time, the level and the message as JSON.
// Use it for its formats and its many transports; messages wait in streams, and are lost if the process is killed. Not
// for data: after a failed write it seldom tells anybody, and never finishes.
// called: winston
// tags: threaded
// needs: package winston
// stamped: by a logger
// survives: no
// durable: no
import { once } from 'node:events';
import winston from 'winston';

const { combine, json, timestamp } = winston.format;

export async function logMessages(path, messages) {
    let logged = 0;
    let written = 0;
    let isAll = false;
    const log = new winston.transports.File({ filename: path });
    const logger = winston.createLogger({ level: 'info', format: combine(timestamp(), json()), transports: [log] });
    const finished = once(logger, 'finish');
    const endIfWritten = () => {
        // an end() while messages wait is an error: "write after end"
        if (isAll && written === logged) {
            logger.end();
        }
    };
    log.on('logged', () => {
        written++;
        endIfWritten();
    });
    for (const message of messages) {
        logger.info(message);
        logged++;
    }
    isAll = true;
    endIfWritten();
    try {
        await finished;
    } catch (error) {
        error.path = path; // a failed write does not name the file
        throw error;
    }
    return logged;
}
