//! `Rules`, and the table of named rule sets.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::convert::type_error;
use super::errors::value_error;
use crate::rules::{self, Check, KingInBlast, Material, SelfBlast, Touch};

/// A rule set: what explodes, what a check is, what ends a game.
///
/// `pawns_explode`: whether an explosion destroys pawns around its centre. `king`: what it does to kings, "dies" or
/// "immune". `self_blast`: what becomes of a move that destroys the mover's king, "illegal", "mover_loses", or "draw"
/// when the other king goes too. `check`: which attacks on a king restrict moves, "none", "atomic" (none while kings
/// touch) or "orthodox". `king_x_king`: whether kings that can capture may capture each other. `touch`: whether a king
/// may move next to the other one, "allowed" or "forbidden". `material`: what is too little to win, "atomic",
/// "bare_king", "never" or "fide".
///
/// Values are immutable, equal by their fields, and hashable; one that has a name equals that text too. Combinations without a meaning raise `ValueError` with the
/// reason. `RULES` has the named ones.
///
/// >>> RULES["icc"].check
/// 'none'
/// >>> Rules(pawns_explode=True) == RULES["pawns"]
/// True
/// >>> Rules(king="immune", self_blast="draw")
/// Traceback (most recent call last):
///     ...
/// ValueError: immune kings cannot be blown up: self_blast must be illegal
#[pyclass(frozen, module = "atomic_rs")]
#[derive(Clone, Copy)]
pub(super) struct Rules(pub(super) rules::Rules);

/// The values of a field and their names.
trait Named: Copy + PartialEq + 'static {
    const FIELD: &'static str;
    const NAMES: &'static [(&'static str, Self)];

    fn parse(text: &str) -> PyResult<Self> {
        let found = Self::NAMES.iter().find(|(name, _)| *name == text);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let names: Vec<_> = Self::NAMES.iter().map(|(name, _)| *name).collect();
            value_error(
                &format!("{} must be one of {}, not", Self::FIELD, names.join(", ")),
                text,
            )
        })
    }

    fn text(self) -> &'static str {
        let found = Self::NAMES.iter().find(|(_, value)| *value == self);
        found.map_or("?", |(name, _)| name)
    }
}

impl Named for KingInBlast {
    const FIELD: &'static str = "king";
    const NAMES: &'static [(&'static str, Self)] =
        &[("dies", Self::Dies), ("immune", Self::Immune)];
}

impl Named for SelfBlast {
    const FIELD: &'static str = "self_blast";
    const NAMES: &'static [(&'static str, Self)] = &[
        ("illegal", Self::Illegal),
        ("mover_loses", Self::MoverLoses),
        ("draw", Self::Draw),
    ];
}

impl Named for Check {
    const FIELD: &'static str = "check";
    const NAMES: &'static [(&'static str, Self)] = &[
        ("none", Self::None),
        ("atomic", Self::Atomic),
        ("orthodox", Self::Orthodox),
    ];
}

impl Named for Touch {
    const FIELD: &'static str = "touch";
    const NAMES: &'static [(&'static str, Self)] =
        &[("allowed", Self::Allowed), ("forbidden", Self::Forbidden)];
}

impl Named for Material {
    const FIELD: &'static str = "material";
    const NAMES: &'static [(&'static str, Self)] = &[
        ("atomic", Self::Atomic),
        ("bare_king", Self::BareKing),
        ("never", Self::Never),
        ("fide", Self::Fide),
    ];
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (
        *, pawns_explode = false, king = "dies", self_blast = "illegal", check = "atomic", king_x_king = false,
        touch = "allowed", material = "atomic"
    ))]
    fn new(
        pawns_explode: bool,
        king: &str,
        self_blast: &str,
        check: &str,
        king_x_king: bool,
        touch: &str,
        material: &str,
    ) -> PyResult<Self> {
        let rules = rules::Rules {
            pawns_explode,
            king: Named::parse(king)?,
            self_blast: Named::parse(self_blast)?,
            check: Named::parse(check)?,
            king_x_king,
            touch: Named::parse(touch)?,
            material: Named::parse(material)?,
        };
        match rules.contradiction() {
            None => Ok(Self(rules)),
            Some(reason) => Err(PyValueError::new_err(reason)),
        }
    }

    /// The name, or None if the rule set has none.
    #[getter]
    fn name(&self) -> Option<&'static str> {
        self.0.name()
    }

    /// Whether an explosion destroys pawns around its centre.
    #[getter]
    fn pawns_explode(&self) -> bool {
        self.0.pawns_explode
    }

    /// What an explosion does to kings: "dies" or "immune".
    #[getter]
    fn king(&self) -> &'static str {
        self.0.king.text()
    }

    /// What becomes of a move that destroys the mover's king: "illegal", "mover_loses" or "draw".
    #[getter]
    fn self_blast(&self) -> &'static str {
        self.0.self_blast.text()
    }

    /// Which attacks on a king restrict moves: "none", "atomic" or "orthodox".
    #[getter]
    fn check(&self) -> &'static str {
        self.0.check.text()
    }

    /// Whether a king may capture the other king.
    #[getter]
    fn king_x_king(&self) -> bool {
        self.0.king_x_king
    }

    /// Whether a king may move next to the other king: "allowed" or "forbidden".
    #[getter]
    fn touch(&self) -> &'static str {
        self.0.touch.text()
    }

    /// What is too little to win: "atomic", "bare_king", "never" or "fide".
    #[getter]
    fn material(&self) -> &'static str {
        self.0.material.text()
    }

    /// The rule set of a name or an alias, in upper or lower case; `ValueError` if there is none.
    ///
    /// >>> Rules.find("Lichess").name
    /// 'atomic'
    #[staticmethod]
    fn find(name: &str) -> PyResult<Self> {
        rules::Rules::find(name).map(Self).ok_or_else(|| {
            let known: Vec<_> = rules::Rules::NAMED.iter().map(|(name, _)| *name).collect();
            value_error(
                &format!("unknown rule set (known: {})", known.join(", ")),
                name,
            )
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let equal = if let Ok(rules) = other.cast::<Self>() {
            self.0 == rules.get().0
        } else if let Ok(name) = other.cast::<PyString>() {
            self.name()
                .is_some_and(|own| name.to_str().is_ok_and(|name| name == own))
        } else {
            return Ok(py.NotImplemented());
        };
        Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        // Equal values have equal hashes, and a named rule set equals its name.
        PyString::new(py, &self.__str__()).hash()
    }

    fn __str__(&self) -> String {
        self.name().map_or_else(|| self.text(), str::to_owned)
    }

    fn __repr__(&self) -> String {
        self.name()
            .map_or_else(|| self.text(), |name| format!("RULES['{name}']"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("atomic_rs._core")?.getattr("_restore_rules")?;
        let fields = PyDict::new(py);
        fields.set_item("pawns_explode", self.pawns_explode())?;
        fields.set_item("king", self.king())?;
        fields.set_item("self_blast", self.self_blast())?;
        fields.set_item("check", self.check())?;
        fields.set_item("king_x_king", self.king_x_king())?;
        fields.set_item("touch", self.touch())?;
        fields.set_item("material", self.material())?;
        (restore, (fields,)).into_pyobject(py)
    }
}

impl Rules {
    /// What a function that takes a rule set may be given: the name, or this value if it has none.
    pub(super) fn argument(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        match self.0.name() {
            Some(name) => Ok(PyString::new(py, name).into_any()),
            None => Ok(Bound::new(py, self)?.into_any()),
        }
    }

    /// The call that makes this value.
    pub(super) fn text(self) -> String {
        let truth = |value| if value { "True" } else { "False" };
        format!(
            "Rules(pawns_explode={}, king='{}', self_blast='{}', check='{}', king_x_king={}, touch='{}', \
             material='{}')",
            truth(self.pawns_explode()),
            self.king(),
            self.self_blast(),
            self.check(),
            truth(self.king_x_king()),
            self.touch(),
            self.material(),
        )
    }
}

/// Rebuilds a pickled `Rules` from its fields.
#[pyfunction]
#[pyo3(name = "_restore_rules", signature = (fields, /))]
pub(super) fn restore_rules<'py>(
    py: Python<'py>,
    fields: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    py.get_type::<Rules>().call((), Some(fields))
}

/// A rule set as argument: a name, an alias, or a `Rules`.
pub(super) struct RulesArgument(pub(super) rules::Rules);

impl Default for RulesArgument {
    fn default() -> Self {
        Self(rules::Rules::ATOMIC)
    }
}

impl<'py> FromPyObject<'_, 'py> for RulesArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(rules) = value.cast::<Rules>() {
            return Ok(Self(rules.get().0));
        }
        let Ok(name) = value.cast::<PyString>() else {
            return Err(type_error("the name of a rule set, or a Rules", &value));
        };
        Rules::find(name.to_str()?).map(|rules| Self(rules.0))
    }
}

/// The named rule sets by name, in the order of the documentation.
pub(super) fn table(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let table = PyDict::new(py);
    for (name, rules) in rules::Rules::NAMED {
        table.set_item(name, Rules(*rules))?;
    }
    Ok(table)
}
