"""A run as a page about one language shows it: without what others measured, or were answered."""

from __future__ import annotations

from iotrial.judge.judged_run import JudgedRun


def measured_in(judged: JudgedRun, language: str) -> JudgedRun:
    """Return a run with the methods of one language alone, and what other conditions do to these."""
    levels = [
        level.model_copy(update={"arms": [arm for arm in level.arms if arm.language == language]})
        for level in judged.levels
    ]
    effects = [effect for effect in judged.effects if effect.arm.startswith(f"{language}/")]
    return judged.model_copy(update={"levels": levels, "effects": effects})


def answered_in(judged: JudgedRun, language: str) -> JudgedRun:
    """Return a run with the answers for one language alone, so that nothing on its screen is of another."""
    return judged.model_copy(
        update={
            "answers": [one for one in judged.answers if one.language == language],
            "level_answers": [[one for one in level if one.language == language] for level in judged.level_answers],
        }
    )
